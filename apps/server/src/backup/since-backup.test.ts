import { join } from 'node:path'
import { changePassword, closeAccount, login, type Position } from '@arcadia/contract/accounts'
import { setUserStatus } from '@arcadia/contract/admin/accounts'
import { listAuditEntries } from '@arcadia/contract/admin/audit-log'
import { invitePerson, setPosition } from '@arcadia/contract/admin/people'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { systemClock } from '../clock.ts'
import { createPool } from '../database/pool.ts'
import { aColleague, anAngler, PASSWORD } from '../testing/builders.ts'
import { createDatabase, dropDatabase } from '../testing/database-copies.ts'
import { adminToken, type Fleet, startFleet } from '../testing/fleet.ts'
import { startMailServer, type TestMailServer } from '../testing/mail-server.ts'
import { eventually } from '../testing/test-app.ts'
import { loadBackup } from './load-backup.ts'

/** What people who were removed, and passwords that were changed, become when an older backup is restored, with real processes. */

let mailServer: TestMailServer
let fleet: Fleet
beforeAll(async () => {
  mailServer = await startMailServer()
  fleet = await startFleet(1, { smtpUrl: mailServer.url })
})
afterAll(async () => {
  await fleet.close()
  await mailServer.close()
})

const NEW_PASSWORD = 'a tarpon rolls at dawn'
const people = () => ({ database: fleet.database, clock: systemClock })
const query = (text: string, values: unknown[] = []) => fleet.database.pool.query(text, values)
const named = async <Person extends { id: number }>(person: Person, first: string, last: string) => {
  await query('update users set first_name = $2, last_name = $3 where id = $1', [person.id, first, last])
  return person
}
const colleague = async (position: Position, first: string, last: string) =>
  named(await aColleague(people(), position), first, last)
const guest = async (first: string, last: string) => named(await anAngler(people()), first, last)
const server = () => fleet.servers.at(-1)!
const signIn = async (email: string, password: string) =>
  (await server().answer(login, { body: { usernameOrEmail: email, password } })).status
const restoreMails = () => mailServer.received.filter(({ raw }) => raw.includes('restored from a backup'))

test('people removed since the backup stay removed, changed passwords have to be set again, and every owner is told by name', async () => {
  const file = join(fleet.dataDir, 'before.sql.gz')
  const dana = await colleague('GUIDE', 'Dana', 'Reyes')
  const bo = await colleague('OFFICE', 'Bo', 'Lind')
  const cy = await colleague('OWNER', 'Cy', 'Hart')
  const kim = await colleague('OFFICE', 'Kim', 'Stays')
  const ana = await guest('Ana', 'Ruiz')
  const joe = await guest('Joe', 'Gone')
  const link = await guest('www.evil.example', 'Gone')
  for (const [person, name] of [
    [kim, 'kim phone'],
    [kim, 'kim lost'],
    [bo, 'bo phone'],
  ] as const)
    await query(
      `insert into passkeys (user_id, name, host, credential_id, public_key, counter, transports, created_at)
       values ($1, $2, 'localhost', $2, '', 0, '{}', now())`,
      [person.id, name],
    )
  expect(await fleet.command('backup', file)).toMatchObject({ code: 0 })

  await query("delete from passkeys where name = 'kim lost'")
  const owner = await adminToken(server())
  await server().call(setUserStatus, { token: owner, params: { id: dana.id }, query: { isActive: false } })
  await server().call(setPosition, { token: owner, params: { id: cy.id }, body: { position: 'GUIDE' } })
  for (const { token } of [bo, ana])
    await server().call(changePassword, { token, body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD } })
  for (const { token } of [joe, link]) await server().call(closeAccount, { token, body: { password: PASSWORD } })
  const { id: invited } = await server().call(invitePerson, {
    token: owner,
    body: { email: 'late@example.com', position: 'GUIDE' },
  })
  await server().stop()

  // A restore that is cut off, and run again, still knows the database from before.
  const pool = createPool(fleet.database.ownerUrl)
  const servingRole = new URL(fleet.database.servingUrl).username
  await loadBackup({ owner: pool, servingRole, dataDir: fleet.dataDir, encryptionKey: null, file, overwrites: true })
  await pool.end()
  const { code, output } = await fleet.command('restore', file, '--overwrite')
  expect(code, output).toBe(0)
  expect(output).toMatch(/^Since the backup of \w+day, .+ \d{4}:$/m)
  expect(output).toMatch(/^Dana Reyes was removed on \w{3}, \w{3} \d+ and stays removed\.$/m)
  expect(output).toMatch(/^The role of Cy Hart had changed to Guide and stays so\.$/m)
  expect(output).toMatch(
    /^The password of Bo Lind \(\w+\) was changed on .+\. Both the old and the new one stopped working: .+ sends a link/m,
  )
  expect(output).toMatch(/^Guests whose passwords were changed set a new one .+: Ana Ruiz\.$/m)
  expect(output).toMatch(/^Guests who closed their accounts .+: Joe Gone, www\.evil\.example Gone\.$/m)
  expect(output).toMatch(/^Kim Stays had removed passkeys\. They stay removed\.$/m)
  expect(output).not.toMatch(/Neither the old|No owner is left/)

  await fleet.start()
  expect([await signIn(dana.email, PASSWORD), await signIn(joe.email, PASSWORD)]).toEqual([403, 401])
  for (const { email } of [bo, ana])
    expect([await signIn(email, PASSWORD), await signIn(email, NEW_PASSWORD)]).toEqual([401, 401])
  expect([await signIn(kim.email, PASSWORD), await signIn(cy.email, PASSWORD)]).toEqual([200, 200])
  const { rows: left } = await query('select name from passkeys order by name')
  expect(left.map(({ name }) => name)).toEqual(['bo phone', 'kim phone'])
  const { rows } = await query('select position from users where id = $1', [cy.id])
  expect(rows).toEqual([{ position: 'GUIDE' }])
  expect((await query('select from users where id = $1', [invited])).rows).toEqual([])

  const again = await adminToken(server())
  const told = await eventually(async () => restoreMails().length > 0 && restoreMails())
  expect(told.map(({ to }) => to[0])).toEqual(['admin@localhost'])
  expect(told[0]!.raw).toContain('Dana Reyes was removed')
  // A name that is a web address is no link in the email.
  expect(told[0]!.raw).toContain('www. evil. example')
  expect(told[0]!.raw).not.toContain('evil.example')
  const history = async (subjectId: number) =>
    (await server().call(listAuditEntries, { token: again, query: { subjectKind: 'user', subjectId } })).content
  expect((await history(dana.id)).map(({ action }) => action)).toEqual(['shell.kept-removed'])
  expect((await history(kim.id)).map(({ action }) => action)).toEqual(['shell.passkeys-kept-removed'])
  expect((await history(bo.id)).map(({ action }) => action)).toEqual(['shell.password-ended'])
  // A let-in again works as ever.
  await server().call(setUserStatus, { token: again, params: { id: dana.id }, query: { isActive: true } })
  expect(await signIn(dana.email, PASSWORD)).toBe(200)
})

test('without a later database it says that it cannot be known; a later one without such changes says so', async () => {
  const file = join(fleet.dataDir, 'second.sql.gz')
  expect(await fleet.command('backup', file)).toMatchObject({ code: 0 })
  await server().stop()
  // The flag is a slip here: the key of the backup is there, so nothing is forgotten.
  const same = await fleet.command('restore', file, '--overwrite', '--without-key')
  expect((await query("select from audit_entries where action = 'shell.secrets-forgotten'")).rows).toEqual([])
  expect(same.output).toMatch(/nobody was removed and no password was changed/)

  // The replaced database differs, and nothing in it is later than the backup.
  const third = join(fleet.dataDir, 'third.sql.gz')
  expect(await fleet.command('backup', third)).toMatchObject({ code: 0 })
  await query("update users set is_active = false where first_name = 'Kim'")
  expect((await fleet.command('restore', third, '--overwrite')).output).toMatch(/^Nobody can tell who was removed/m)
  expect((await query("select is_active from users where first_name = 'Kim'")).rows).toEqual([{ is_active: true }])

  const name = new URL(fleet.database.url).pathname.slice(1)
  await dropDatabase(inject('testServer').url, name)
  await createDatabase(inject('testServer'), name)
  const empty = await fleet.command('restore', file)
  expect(empty.output).toMatch(/^Nobody can tell .+: it replaced no later database\. .+ Look through Users/m)
  expect(empty.output).not.toMatch(/nobody was removed/)
})
