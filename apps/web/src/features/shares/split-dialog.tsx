import { type Cents, centsToDecimal, formatCents } from '@arcadia/contract/money'
import { SHARES_AT_MOST, type Split, SplitAsked } from '@arcadia/contract/shares'
import { useMutation } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { wordsOf } from '../../api/call.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { readAmount } from '../../forms/typed-amount.ts'
import { Button } from '../../ui/button.tsx'
import { AmountField, optional, TextField } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'

interface SplitDialogProps {
  split: Split
  owed: Cents
  /** Who the first share is for. */
  organizer: string
  /** As many shares as there are people, unless it is split already. */
  people: number
  send: (asked: SplitAsked) => Promise<Split>
  onClose: () => void
  onSplit: () => void
}

interface Row {
  key: number
  id?: number
  name: string
  email: string
  /** Blank for an equal part. */
  amount: string
}

const FIELDS = ['name', 'email', 'amount'] as const
type Errors = Partial<Record<string, string>>

/** Who pays how much of what is owed; the shares that are paid stay as they are. */
export function SplitDialog({ split, owed, organizer, people, send, onClose, onSplit }: SplitDialogProps) {
  const open = split.shares.filter(({ state }) => state === 'OPEN')
  const paying = split.shares.reduce((sum, { state, asks }) => sum + (state === 'PAYING' ? asks : 0), 0)
  const { rows, change, add, remove } = useRows(open, organizer, people)
  const [errors, setErrors] = useState<Errors>({})
  const form = useRef<HTMLDivElement>(null)
  const save = useMutation({ mutationFn: send, onSuccess: onSplit })
  const left = owed - paying
  function submit(event: FormEvent) {
    event.preventDefault()
    const read = readRows(rows, { seen: open.map(({ id }) => id), owed })
    setErrors(read.errors)
    if (read.asked) return save.mutate(read.asked)
    const first = Object.keys(read.errors)[0]
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }
  return (
    <FormDialog
      title="Split with your group"
      width={34}
      form={{ error: save.error ? wordsOf(save.error) : undefined, isBusy: save.isPending }}
      onSubmit={submit}
      submit={rows.length > 0 ? 'Save the shares' : "Don't split it"}
      busyLabel="Saving..."
      onClose={onClose}
    >
      <p className="text-ui text-ink-2">
        <b className="num text-ink">{formatCents(left)}</b> is left to pay. Leave the amounts blank for equal shares;
        odd cents go to the first. Who has an email gets a link, and you can text or copy it too. What isn't paid stays
        with you.
      </p>
      <div ref={form} className="grid gap-5">
        {rows.map((row, at) => (
          <fieldset key={row.key} className="split-row">
            <legend className="sr">Share {at + 1}</legend>
            {FIELDS.map((field) => {
              const name = `${at}.${field}`
              const input = {
                name,
                value: row[field],
                error: errors[name],
                onChange: ({ target }: { target: HTMLInputElement }) => change(row.key, { [field]: target.value }),
              }
              if (field === 'name')
                return <TextField key={field} {...input} label="Name" autoComplete="off" maxLength={50} required />
              if (field === 'email')
                return <TextField key={field} {...input} label={optional('Email')} type="email" autoComplete="off" />
              return <AmountField key={field} {...input} label="Amount" placeholder="Equal" />
            })}
            <IconButton
              icon={Trash2}
              label={`Remove ${row.name || `share ${at + 1}`}`}
              onClick={() => remove(row.key)}
            />
          </fieldset>
        ))}
      </div>
      {rows.length < SHARES_AT_MOST - (split.shares.length - open.length) && (
        <Button className="justify-self-start" icon={<Plus aria-hidden />} onClick={add}>
          Add a share
        </Button>
      )}
    </FormDialog>
  )
}

function useRows(open: Split['shares'], organizer: string, people: number) {
  const next = useRef(0)
  const empty = (name = ''): Row => ({ key: next.current++, name, email: '', amount: '' })
  const [rows, setRows] = useState<Row[]>(() => {
    const isEqual = open.every(({ asks }) => Math.abs(asks - open[0]!.asks) < open.length)
    if (open.length > 0)
      return open.map(({ id, name, email, asks }) => ({
        key: next.current++,
        id,
        name,
        email: email ?? '',
        amount: isEqual ? '' : centsToDecimal(asks),
      }))
    return Array.from({ length: Math.max(2, people) }, (_, at) => empty(at === 0 ? organizer : ''))
  })
  return {
    rows,
    change: (key: number, typed: Partial<Row>) =>
      setRows((all) => all.map((row) => (row.key === key ? { ...row, ...typed } : row))),
    add: () => setRows((all) => [...all, empty()]),
    remove: (key: number) => setRows((all) => all.filter((row) => row.key !== key)),
  }
}

/** What is sent, or the error of each field. */
function readRows(
  rows: readonly Row[],
  shown: { seen: number[]; owed: Cents },
): { asked?: SplitAsked; errors: Errors } {
  const errors: Errors = {}
  const shares = rows.map(({ id, name, email, amount }, at) => {
    const read = readAmount(amount, shown.owed, 'That is more than is left to pay.')
    if ('error' in read) errors[`${at}.amount`] = read.error
    const cents = 'error' in read ? undefined : read.amount
    return { ...(id && { id }), name, email: email.trim() || null, amount: cents === undefined ? null : cents / 100 }
  })
  const result = z.safeDecode(SplitAsked, { shares, seen: shown.seen, owed: shown.owed / 100 })
  for (const { path, message } of result.error?.issues ?? []) {
    const field = path.slice(1).join('.')
    errors[field] ??= message
  }
  return Object.keys(errors).length > 0 || !result.data ? { errors } : { asked: result.data, errors }
}
