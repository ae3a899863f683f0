import type { Session } from '@arcadia/contract/accounts'

/** The session of a customer, or of an owner, with every field that the contract asks for. */
export const aSession = (id: number, role: 'USER' | 'ADMIN' = 'USER'): Session => ({
  token: `t${id}`,
  user: {
    id,
    username: `u${id}`,
    email: `u${id}@example.com`,
    emailConfirmed: true,
    hasPassword: true,
    pendingEmail: null,
    firstName: 'Ann',
    lastName: 'Angler',
    phoneNumber: '(863) 555-0142',
    role,
    position: role === 'ADMIN' ? 'OWNER' : null,
  },
})
