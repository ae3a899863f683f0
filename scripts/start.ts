import { buildWebIfStale } from './web-build.ts'

if (await buildWebIfStale()) await import('../apps/server/src/main.ts')
else process.exitCode = 1
