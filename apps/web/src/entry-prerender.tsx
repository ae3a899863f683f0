import { portal } from '@arcadia/contract/addresses'
import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import { portalPages } from './admin/portal-pages.ts'
import { App } from './app.tsx'
import { pages } from './routes.tsx'

interface RenderedPage {
  file: string
  /** For the head: title, description, hints. */
  head: string
  body: string
}

/** Maps every address to its file: its own, or the empty shell. */
export const files = Object.fromEntries([
  ...pages.flatMap(({ path, file = 'app.html' }) => (path === '*' ? [] : [[path, file]])),
  ...[portal, ...portalPages].map(({ path }) => [path, 'admin.html']),
])

/** Renders every page that has a file. */
export async function renderPages(): Promise<RenderedPage[]> {
  const withFile = pages.flatMap(({ path, file }) => (file ? [{ path, file }] : []))
  return Promise.all(
    withFile.map(async ({ path, file }) => {
      return { file, ...splitHead(await renderPage(path)) }
    }),
  )
}

async function renderPage(path: string): Promise<string> {
  const app = (
    <StrictMode>
      <StaticRouter location={path}>
        <App />
      </StaticRouter>
    </StrictMode>
  )
  // One chunk whatever its size; a second one would need an inline script.
  const { prelude } = await prerender(app, { progressiveChunkSize: Number.POSITIVE_INFINITY })
  return new Response(prelude).text()
}

/** React writes what it hoists into the head in front of everything else. */
function splitHead(html: string) {
  const [head = ''] = html.match(/^(?:<title>.*?<\/title>|<(?:meta|link)[^>]*>)+/s) ?? []
  return { head, body: html.slice(head.length) }
}
