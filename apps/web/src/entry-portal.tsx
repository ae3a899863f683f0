import { portal } from '@arcadia/contract/addresses'
// First, because it sets the order of the CSS layers.
import './styles/index.css'
import './styles/features.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, Route, Routes } from 'react-router'
import { AdminPage } from './admin/admin-page.tsx'
import { portalPages } from './admin/portal-pages.ts'
import { QueryRoot } from './api/query-root.tsx'
import { replaceBlockedStorage } from './blocked-storage.ts'
import { lazyFeature } from './lazy-feature.tsx'
import { AdminAuthProvider } from './session/session.tsx'
import { PageFrame } from './site/page-frame.tsx'
import { keepTranslatable } from './translated-page.ts'

keepTranslatable(document)
replaceBlockedStorage(window)

// The portal is a separate document: its first screen is one file, fetched immediately and cached on the device. A link
// between portal and site reloads the page (`reloadDocument`).

// Load fonts here so they don't compete with the script; they arrive while the first text renders.
for (const family of ['League Gothic', 'National Park'])
  document.fonts.load(`1rem "${family} Variable"`).catch(() => {})

const pages = portalPages.map(({ path, load }) => ({ path, Page: lazyFeature(load) }))

createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <BrowserRouter>
      <AdminAuthProvider>
        <QueryRoot>
          <PageFrame>
            <Routes>
              <Route path={portal.path} element={<AdminPage />} />
              {pages.map(({ path, Page }) => (
                <Route key={path} path={path} element={<Page />} />
              ))}
            </Routes>
          </PageFrame>
        </QueryRoot>
      </AdminAuthProvider>
    </BrowserRouter>
  </StrictMode>,
)
