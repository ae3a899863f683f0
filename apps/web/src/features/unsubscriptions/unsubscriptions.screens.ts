import { addresses } from '@arcadia/contract/addresses'
import type { Screens } from '../../screen.ts'

export const unsubscriptions: Screens = {
  pages: [
    { path: addresses.unsubscribe.path, load: async () => (await import('./unsubscribe-page.tsx')).UnsubscribePage },
  ],
}
