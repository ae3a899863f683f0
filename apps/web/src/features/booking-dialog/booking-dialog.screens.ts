import type { Screens } from '../../screen.ts'

export const bookingDialog: Screens = {
  dialogs: { booking: async () => (await import('./booking-dialog.tsx')).BookingDialog },
}
