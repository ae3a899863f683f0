import { createAdmins } from '../features/people/admins.service.ts'
import type { TestApp } from './test-app.ts'

/** What `npm run admin` does. */
export const shellOf = ({ database, clock }: TestApp) => createAdmins({ db: database.db, clock, passwordMinLength: 12 })
