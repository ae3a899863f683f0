import { portal } from '@arcadia/contract/addresses'
import { startWorker } from '../../worker/start-worker.ts'

/** The portal's service worker, which caches the portal's files on this device and shows notices (docs/rules.md §23.2). */
export const portalWorker = () => startWorker('/admin-worker.js', portal.path)
