import { join } from 'node:path'
import { buildIfStale, root } from './build-if-stale.ts'

/** Builds the site in apps/web/dist. */
export const buildWebIfStale = () =>
  buildIfStale({
    name: 'site',
    dist: 'apps/web/dist',
    command: [process.execPath, [join(root, 'apps/web/build.ts')]],
    from: ['apps/web', 'packages/contract'],
  })
