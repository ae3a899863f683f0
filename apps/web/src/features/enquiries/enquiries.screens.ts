import type { Screens } from '../../screen.ts'

export const enquiries: Screens = {
  dialogs: { enquiry: async () => (await import('./enquiry-dialog.tsx')).EnquiryDialog },
}
