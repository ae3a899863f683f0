import { portal } from '@arcadia/contract/addresses'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answerWith, broken, refused, showToAdmin } from '../../testing/show.tsx'
import { AdminUsersTab } from './admin-users-tab.tsx'

const OWNER = {
  id: 1,
  username: 'admin',
  email: 'admin@localhost',
  firstName: null,
  lastName: null,
  phoneNumber: null,
  role: 'ADMIN',
  position: 'OWNER',
  isActive: true,
  bookingCount: 0,
  unsubscribedFrom: [],
  createdAt: '2027-01-01T12:00:00Z',
}
const ADA = {
  ...OWNER,
  id: 2,
  username: 'ada',
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Angler',
  role: 'USER',
  position: null,
}
const list =
  (...content: object[]) =>
  () =>
    Response.json({ content, page: 0, size: 20, totalElements: content.length, totalPages: 1 })

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

test('a switch the server refuses flips back, and the banner shows why', async () => {
  const answers = {
    'GET /api/admin/users': list(ADA),
    'PUT /api/admin/users/2/status': refused(409, 'Somebody was faster.', 'conflict'),
  }
  const asked = answerWith(answers)
  showToAdmin(<AdminUsersTab />)
  const active = await screen.findByRole('switch', { name: 'Ada Angler is active' })
  fireEvent.click(active)
  await press('Deactivate Ada Angler')
  const banner = await screen.findByRole('alert')
  expect(asked.join()).toMatch(/users\/2\/status/)
  expect(banner.textContent).toContain('Somebody was faster.')
  expect(active.getAttribute('aria-checked') ?? String((active as HTMLInputElement).checked)).toBe('true')
  answers['PUT /api/admin/users/2/status'] = broken
  fireEvent.click(active)
  await press('Deactivate Ada Angler')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Failed to update user status'))
})

test('the owner cannot be deactivated, and the role shows the position', async () => {
  answerWith({ 'GET /api/admin/users': list(OWNER) })
  showToAdmin(<AdminUsersTab />)
  expect((await screen.findByRole<HTMLInputElement>('switch')).disabled).toBe(true)
  expect(screen.getByText('Admin').parentElement?.textContent).toBe('Admin Owner')
})

test('reports an empty search, and a failure can be retried', async () => {
  const answers = { 'GET /api/admin/users': list() }
  answerWith(answers)
  showToAdmin(<AdminUsersTab />, portal.users.href({ q: 'nobody of that name' }))
  await screen.findByRole('heading', { name: 'No users match' })
  answers['GET /api/admin/users'] = broken
  await press('Show all users')
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load users')
  answers['GET /api/admin/users'] = list(ADA)
  await press('Try again')
  expect(await screen.findByRole('switch')).toBeDefined()
})
