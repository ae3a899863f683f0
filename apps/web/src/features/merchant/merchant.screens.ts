import type { Screens } from '../../screen.ts'

export const merchant: Screens = {
  pages: [
    {
      path: '/quickbooks/callback',
      load: async () => (await import('./quickbooks-callback-page.tsx')).QuickbooksCallbackPage,
    },
  ],
}
