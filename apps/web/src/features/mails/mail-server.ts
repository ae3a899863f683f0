import { getDashboardOverview } from '@arcadia/contract/admin/dashboard'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/query-of.ts'
import { useMay } from '../../session/use-may.ts'

/** Whether there is a mail server, and since when it has taken nothing. Guides aren't told. */
export function useMailServer(): { isMissing: boolean; failsSince: Date | undefined } {
  const isOffice = useMay()('office')
  const { data } = useQuery({ ...queryOf(getDashboardOverview, {}), enabled: isOffice })
  return { isMissing: typeof data?.unsentMails === 'number', failsSince: data?.mailsWaitSince ?? undefined }
}

export type MailPromise = (promise: string, waits: string) => string

/** What is said once an email was written: a promise, or that it waits while email isn't set up (docs/rules.md §8.8). */
export function useMailPromise(): MailPromise {
  const { isMissing } = useMailServer()
  return (promise, waits) => (isMissing ? `Email isn't set up. ${waits}` : promise)
}

export const emailsWait = (count: number) => (count === 1 ? 'One email is waiting.' : `${count} emails are waiting.`)
