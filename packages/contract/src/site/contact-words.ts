import type { Business } from '../business.ts'

type Contact = Pick<Business, 'phone' | 'email'>

/** `Please call us at (863) 555-0142.`; without a phone by email, and without either by whatever the guest has. */
export function callUs({ phone, email }: Contact): string {
  if (phone) return `Please call us at ${phone}.`
  return email ? `Please write to us at ${email}.` : 'Please contact us.'
}

/** `Questions? Call (863) 555-0142.`; without a phone by email, and without either nothing. */
export function reachUs(lead: string, { phone, email }: Contact): string | false {
  if (phone) return `${lead} Call ${phone}.`
  return email !== '' && `${lead} Write to ${email}.`
}

/** What a guest's email ends with: `Questions? (863) 555-0142, or just reply.`, as far as we can be called and replies reach us. */
export function askUs(lead: string, { phone, email }: Contact): string | false {
  if (phone) return email ? `${lead} ${phone}, or just reply.` : `${lead} Call ${phone}.`
  return email !== '' && `${lead} Just reply.`
}
