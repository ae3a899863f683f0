import { Route, Routes } from 'react-router'
import { pages } from './routes.tsx'
import { AdminAuthProvider } from './session/session.tsx'
import { SiteLayout } from './site/site-layout.tsx'

/** Everything inside the router, the same in the browser and in the prerenderer. */
export function App() {
  return (
    <AdminAuthProvider>
      <SiteLayout>
        <Routes>
          {pages.map(({ path, element }) => (
            <Route key={path} path={path} element={element} />
          ))}
        </Routes>
      </SiteLayout>
    </AdminAuthProvider>
  )
}
