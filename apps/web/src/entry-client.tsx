import { StrictMode } from 'react'
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
if (container.firstElementChild) {
  const page = pages.find(({ path }) => path === window.location.pathname)
  // What cannot be loaded says so once the page is taken over.
  await page?.preload?.().catch(() => {})
  hydrateRoot(container, app)
} else {
  createRoot(container).render(app)
}
