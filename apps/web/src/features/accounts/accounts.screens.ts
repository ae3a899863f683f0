import { addresses } from '@arcadia/contract/addresses'
import type { Screens } from '../../screen.ts'

export const accounts: Screens = {
  pages: [
    {
      path: addresses.resetPassword.path,
      load: async () => (await import('./reset-password-page.tsx')).ResetPasswordPage,
    },
    {
      path: addresses.confirmEmail.path,
      load: async () => (await import('./confirm-email-page.tsx')).ConfirmEmailPage,
    },
    { path: addresses.signIn.path, load: async () => (await import('./sign-in-link-page.tsx')).SignInLinkPage },
  ],
  dialogs: {
    'sign-in': async () => (await import('./sign-in-dialog.tsx')).SignInDialog,
    'sign-up': async () => (await import('./sign-up-dialog.tsx')).SignUpDialog,
    account: async () => (await import('./account-dialog.tsx')).AccountDialog,
  },
}
