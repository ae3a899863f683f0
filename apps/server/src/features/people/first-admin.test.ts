import { afterEach, beforeEach, expect, test } from 'vitest'
import { testClock } from '../../testing/test-clock.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { verifyPassword } from '../accounts/passwords.ts'
import { ensureFirstAdmin } from './first-admin.ts'

const clock = testClock('2027-04-05T14:00:00Z')
const firstAdmin = { username: 'admin', email: 'admin@localhost' }
const settings = (input: { username?: string; email?: string; password?: string } = {}) => ({
  firstAdmin: { ...firstAdmin, ...input },
  passwordMinLength: 6,
})

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

const users = () => database.db.selectFrom('users').selectAll().execute()

test('the first start creates an admin and shows the generated password once', async () => {
  const made = await ensureFirstAdmin(database.db, clock, settings())
  expect(made).toEqual({ username: 'admin', generatedPassword: expect.stringMatching(/^.{23}$/) })
  const [admin] = await users()
  expect(admin).toMatchObject({ ...firstAdmin, role: 'ADMIN', is_active: true, email_confirmed_at: clock.now() })
  expect(await verifyPassword(admin!.password_hash, made!.generatedPassword!)).toBe(true)
})

test('a configured password is used and not shown', async () => {
  const made = await ensureFirstAdmin(database.db, clock, settings({ password: 'tarpon at dawn' }))
  expect(made).toEqual({ username: 'admin' })
  expect(await verifyPassword((await users())[0]!.password_hash, 'tarpon at dawn')).toBe(true)
})

test('if there is an admin, active or not, none is created', async () => {
  await ensureFirstAdmin(database.db, clock, settings())
  await database.db.updateTable('users').set({ is_active: false }).execute()
  expect(await ensureFirstAdmin(database.db, clock, settings({ username: 'other' }))).toBeNull()
  expect(await users()).toHaveLength(1)
})

test('only one of several starting processes creates the admin', async () => {
  const made = await Promise.all(Array.from({ length: 5 }, () => ensureFirstAdmin(database.db, clock, settings())))
  expect(made.filter((admin) => admin !== null)).toHaveLength(1)
  expect(await users()).toHaveLength(1)
})

test('a weak password or a taken name stops the start and names the setting to change', async () => {
  await expect(ensureFirstAdmin(database.db, clock, settings({ password: 'elevenchars' }))).rejects.toThrow(
    'ADMIN_PASSWORD: Password must be at least 12 characters long',
  )
  const now = clock.now()
  const customer = { username: 'Admin', email: 'ana@example.com', password_hash: '-', role: 'USER' as const }
  const rest = { first_name: null, last_name: null, phone_number: null, created_at: now, updated_at: now }
  await database.db
    .insertInto('users')
    .values({ ...customer, ...rest })
    .execute()
  await expect(ensureFirstAdmin(database.db, clock, settings())).rejects.toThrow(
    /^ADMIN_USERNAME: 'admin' already belongs to a customer/,
  )
  const sameEmail = settings({ username: 'boss', email: 'Ana@example.com' })
  await expect(ensureFirstAdmin(database.db, clock, sameEmail)).rejects.toThrow(
    /^ADMIN_EMAIL: 'Ana@example.com' already belongs/,
  )
})
