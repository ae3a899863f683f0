import type { Screens } from '../../screen.ts'

export const bookingDialog: Screens = {
  dialogs: {
    booking: async () => {
      const { BookingDialog, fetchFirstDays } = await import('./booking-dialog.tsx')
      void fetchFirstDays()
      return BookingDialog
    },
  },
}
