import type { Screens } from '../../screen.ts'

export const waivers: Screens = {
  pages: [{ path: '/waiver', load: async () => (await import('./waiver-page.tsx')).WaiverPage }],
}
