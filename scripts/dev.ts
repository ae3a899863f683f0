import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { API, addresses, served } from '@arcadia/contract/addresses'
import { createLogger, createServer, type Plugin } from 'vite'
import { loadEnvironment, readConfig } from '../apps/server/src/config.ts'
import { claimPort } from '../apps/server/src/port.ts'
import { portalEntry } from '../apps/web/vite.config.ts'
import { root } from './build-if-stale.ts'
import { buildWebIfStale } from './web-build.ts'

// Serves the site with hot reload and proxies the server, which restarts on changes.
const { host, port, publicUrl } = readConfig(loadEnvironment())
const serverPort = await claimPort('127.0.0.1', 0)

const proxied = [API, '/simulator', '/dev/mail', served.metrics.path]
const target = `http://127.0.0.1:${serverPort}`
/** Adds the server's page data; without it the test-mode bar and test card are missing. */
const siteData: Plugin = {
  name: 'site-data',
  transformIndexHtml: async (html) => {
    const page = await fetch(target + addresses.bookings.href()).then(
      (response) => response.text(),
      () => '',
    )
    const [block = ''] = /<script type="application\/json" id="site-data">.*?<\/script>/s.exec(page) ?? []
    const [bar = ''] = /<aside class="test-mode".*?<\/aside>/s.exec(page) ?? []
    return html.replace('<!--site-data-->', () => block).replace('<body>', () => `<body>${bar}`)
  },
}

// A page that is open asks for news while the server restarts, and each try would look like a fault.
const logger = createLogger()
const { error } = logger
logger.error = (text, options) => {
  if ((options?.error as NodeJS.ErrnoException | null)?.code !== 'ECONNREFUSED') error(text, options)
}

const site = await createServer({
  customLogger: logger,
  root: join(root, 'apps/web'),
  plugins: [siteData, portalEntry((address) => /^\/(admin|quickbooks)\b/.test(address ?? ''))],
  server: { host, port, strictPort: true, proxy: Object.fromEntries(proxied.map((path) => [path, { target }])) },
})

await buildWebIfStale()
const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, HOST: '127.0.0.1', PORT: String(serverPort), PUBLIC_URL: publicUrl },
})

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    server.kill(signal)
  })
server.on('exit', async (code) => {
  await site.close()
  process.exit(code ?? 0)
})

// Until then a page would be answered with faults.
while (!(await fetch(target + served.live.href()).catch(() => null))) await delay(200)
await site.listen()
