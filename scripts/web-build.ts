import { buildIfStale } from './build-if-stale.ts'
import { npm } from './run-quietly.mjs'

/** The site, in apps/web/dist. */
export const buildWebIfStale = () =>
  buildIfStale({
    name: 'site',
    dist: 'apps/web/dist',
    command: npm('run', 'build', '--workspace=@arcadia/web'),
    from: ['apps/web', 'packages/contract'],
  })
