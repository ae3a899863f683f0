import { StrictMode, startTransition } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { App } from './app.tsx'
import { replaceBlockedStorage } from './blocked-storage.ts'
import { pages } from './routes.tsx'
import './styles/index.css'
import { keepTranslatable } from './translated-page.ts'

keepTranslatable(document)
replaceBlockedStorage(window)

const container = document.getElementById('app')!

const app = (
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>
)

// Hydrate a prerendered page; fill the empty shell, which serves every other path.
if (container.firstElementChild && container.firstElementChild.id !== 'not-loaded') void hydratePage()
else createRoot(container).render(app)

/** Not awaited at the top level: the preloaded files import this one, so the two would wait for each other. */
async function hydratePage(): Promise<void> {
  const page = pages.find(({ path }) => path === window.location.pathname)
  // A failed preload shows its error after hydration.
  await page?.preload?.().catch(() => {})
  // A page that was translated meanwhile is drawn from scratch, and at once, so that a tap finds its new button.
  if (container.querySelector('font')) flushSync(() => createRoot(container).render(app))
  // React hydrates in slices here; in one piece it would freeze a slow phone for a second.
  else startTransition(() => void hydrateRoot(container, app))
  // From here on a tap works, if necessary by hydrating that part at once (`after-first-paint.js`).
  document.dispatchEvent(new Event('taken-over'))
}
