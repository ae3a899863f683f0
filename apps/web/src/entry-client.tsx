import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { App } from './app.tsx'
import { pages } from './routes.tsx'
import './styles/index.css'

const container = document.getElementById('app')!

const app = (
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>
)

// A prerendered page is taken over; the empty shell, which serves every other path, is filled.
if (container.firstElementChild) void hydratePage()
else createRoot(container).render(app)

/** Not awaited at the top: what is preloaded imports this file, and the two would wait for each other. */
async function hydratePage(): Promise<void> {
  const page = pages.find(({ path }) => path === window.location.pathname)
  // What cannot be loaded says so once the page is taken over.
  await page?.preload?.().catch(() => {})
  // React hydrates in slices, because in one piece it would freeze a slow phone for a second.
  startTransition(() => void hydrateRoot(container, app))
  // From here on a tap works, if need be by hydrating that part at once (`after-first-paint.js`).
  document.dispatchEvent(new Event('taken-over'))
}
