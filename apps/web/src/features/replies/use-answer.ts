import { refuseUnfilled } from '@arcadia/contract/admin/messages'
import { listReplies, REPLY_PLACEHOLDERS } from '@arcadia/contract/admin/replies'
import type { Endpoint } from '@arcadia/contract/endpoint'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { queryOf } from '../../api/query-of.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { useOptimisticChange } from '../../list/use-optimistic-change.ts'
import { toast } from '../../ui/toast.tsx'
import { useMailPromise } from '../mails/mail-server.ts'

export interface Written<Status extends string> {
  id: number
  status: Status
  adminNotes: string | null
}

interface Change<Status extends string> {
  status: Status
  adminResponse?: string
  adminNotes: string
}

export interface AnswerOptions<Row extends Written<Status>, Status extends string> {
  kind: keyof typeof REPLY_PLACEHOLDERS
  statuses: { parse: (value: unknown) => Status }
  /** The endpoints that return the row. */
  lists: readonly Pick<Endpoint, 'path'>[]
  send: (id: number, change: Change<Status>, idempotencyKey: string) => Promise<Row>
  /** Shown after the status was saved. */
  saved?: string | undefined
  row: Row
  adminId: number | undefined
  /** Where the answer goes. */
  email: string
  onDone: () => void
}

const MISSING = 'Please write a response first.'

/** What is typed as an answer, kept until it is sent, and its two ways to save: the status alone, or with an email. */
export function useAnswer<Row extends Written<Status>, Status extends string>(of: AnswerOptions<Row, Status>) {
  const { kind, statuses, lists, send, saved, row, adminId, email, onDone } = of
  const { id, status, adminNotes } = row
  const promise = useMailPromise()
  const replies = useQuery(queryOf(listReplies, { params: { kind, id } }))
  const stored = { status: status as string, adminResponse: '', adminNotes: adminNotes ?? '', key: '' }
  const { draft, change, forget, isChanged } = useDraft<typeof stored>(`${kind}.${adminId}.${id}`, stored)
  const [wrong, setWrong] = useState<string>()
  const response = useRef<HTMLTextAreaElement>(null)
  const save = useOptimisticChange<Row, { to: Change<Status>; key: string }>({
    lists,
    send: (changed, { to, key }) => send(changed.id, to, key),
    foresee: (changed, { to }) => ({ ...changed, ...to }),
    onDone(_row, { change: { to: sent } }) {
      const isAnswer = sent.adminResponse !== undefined
      const said = [saved, isAnswer && promise(`We're emailing your answer to ${email}.`, 'Your answer is waiting.')]
        .filter(Boolean)
        .join('. ')
      if (said) toast(said)
      forget(isAnswer ? undefined : ['status', 'adminNotes'])
      if (isAnswer || !isChanged('adminResponse')) onDone()
    },
  })
  const isBusy = save.isBusy(id)
  const placeholders: readonly string[] = REPLY_PLACEHOLDERS[kind]
  const notes = draft.adminNotes

  function type(adminResponse: string) {
    // The same words sent again are the same response; changed words are a new one.
    change({ adminResponse, key: '' })
    setWrong(undefined)
  }
  function refuse(message: string) {
    setWrong(message)
    response.current?.focus()
  }
  function updateStatus() {
    const to = statuses.parse(draft.status)
    // Enquiries may be answered by phone, but questions about a booking are answered in writing.
    if (kind === 'booking-query' && to === 'RESPONDED' && !replies.data?.length) refuse(MISSING)
    else save.change(row, { to: { status: to, adminNotes: notes }, key: newIdempotencyKey() })
  }
  function sendResponse() {
    const adminResponse = draft.adminResponse.trim()
    const refusal = adminResponse ? refuseUnfilled(adminResponse, placeholders) : MISSING
    if (refusal) return refuse(refusal)
    const key = draft.key || newIdempotencyKey()
    change({ key })
    save.change(row, { to: { status: statuses.parse('RESPONDED'), adminResponse, adminNotes: notes }, key })
  }
  return {
    draft,
    change,
    type,
    wrong,
    response,
    replies,
    placeholders,
    isBusy,
    failure: save.error,
    dismissFailure: save.dismissError,
    isChanged,
    forget,
    updateStatus,
    sendResponse,
  }
}

export type Answer = ReturnType<typeof useAnswer>
