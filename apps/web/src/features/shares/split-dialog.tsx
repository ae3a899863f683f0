import { type Cents, centsToDecimal, formatCents } from '@arcadia/contract/money'
import { weighted } from '@arcadia/contract/share-amounts'
import { SHARES_AT_MOST, type Split, SplitAsked } from '@arcadia/contract/shares'
import { unbroken } from '@arcadia/contract/site/unbroken'
import { useMutation } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { readAmount } from '../../forms/typed-amount.ts'
import { Button } from '../../ui/button.tsx'
import { AmountField, optional, TextField } from '../../ui/field.tsx'
import { Money } from '../../ui/money.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { shareInWords } from './shares.words.ts'

interface SplitDialogProps {
  split: Split
  owed: Cents
  /** Who booked, and reads. */
  organizer: string
  /** Friends who are known already. */
  names: readonly string[]
  /** As many shares as there are people, unless it is split already. */
  people: number
  /** When the balance is due: ` by Mon, May 10`. */
  when: string
  send: (asked: SplitAsked) => Promise<Split>
  onClose: () => void
  /** Given how many links are emailed. */
  onSplit: (emails: number) => void
}

interface Row {
  key: number
  id?: number
  isOwn: boolean
  name: string
  email: string
  /** Blank for an equal part. */
  amount: string
  /** What was paid of it. */
  paid: Cents
  /** Where its link was emailed. */
  emailed: string
}

type Errors = Partial<Record<string, string>>

/** Who pays how much of what is owed; the shares that are paid stay as they are. */
export function SplitDialog({ split, owed, organizer, names, people, when, send, onClose, onSplit }: SplitDialogProps) {
  const open = split.shares.filter(({ state }) => state === 'OPEN')
  const fixed = split.shares.filter(({ state }) => state !== 'OPEN')
  const { rows, change, add, remove } = useRows(split, organizer, names, people)
  const [errors, setErrors] = useState<Errors>({})
  const form = useRef<HTMLDivElement>(null)
  const emails = rows.filter(({ email, emailed }) => email.trim() && email.trim() !== emailed).length
  const save = useMutation({ mutationFn: send, onSuccess: () => onSplit(emails) })
  const left = owed - fixed.reduce((sum, { state, asks }) => sum + (state === 'PAYING' ? asks : 0), 0)
  const asks = weighted(
    left,
    rows.map(({ amount, paid }) => ({ amount: centsOf(amount), paid })),
  )?.asks
  const hasRoom = rows.length + fixed.length < SHARES_AT_MOST
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
      form={{ error: save.error?.message, isBusy: save.isPending }}
      onSubmit={submit}
      submit={rows.length > 0 ? saveAndEmail(emails) : "Don't split it"}
      busyLabel="Saving..."
      onClose={onClose}
    >
      <p className="text-ui text-ink-2">
        <b className="num text-ink">{formatCents(left)}</b> is left to pay. Friends with an email get their link when
        you save; for the others, text or copy it. What your friends don't pay, you owe.
      </p>
      {fixed.length > 0 && (
        <SummaryList
          rows={fixed.map((share) => ({
            label: (
              <>
                <b className="wrap-anywhere text-ink">{share.isOwn ? 'Your share' : share.name}</b>
                <span className="block small">{unbroken(shareInWords(share))}</span>
              </>
            ),
            value: <Money cents={share.state === 'PAID' ? share.paid : share.asks} />,
          }))}
        />
      )}
      <div ref={form} className="grid gap-5">
        {rows.map((row, at) => (
          <ShareRow
            key={row.key}
            row={row}
            when={when}
            at={at}
            friend={rows.slice(0, at + 1).filter(({ isOwn }) => !isOwn).length}
            asks={asks?.[at]}
            errors={errors}
            onChange={(typed) => change(row.key, typed)}
            onRemove={() => remove(row.key)}
          />
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        {hasRoom && (
          <Button icon={<Plus aria-hidden />} onClick={() => add(false)}>
            Add a friend
          </Button>
        )}
        {hasRoom && ![...rows, ...fixed].some(({ isOwn }) => isOwn) && (
          <Button icon={<Plus aria-hidden />} onClick={() => add(true)}>
            Add your share
          </Button>
        )}
      </div>
    </FormDialog>
  )
}

const saveAndEmail = (emails: number) =>
  emails === 0 ? 'Save the shares' : emails === 1 ? 'Save and email the link' : `Save and email ${emails} links`

interface ShareRowProps {
  row: Row
  when: string
  at: number
  /** Its number among those of friends. */
  friend: number
  /** What it comes to, if they add up. */
  asks: Cents | undefined
  errors: Errors
  onChange: (typed: Partial<Row>) => void
  onRemove: () => void
}

const EQUAL = 'Blank for an equal part'

/** One share: one's own has an amount only. */
function ShareRow({ row, when, at, friend, asks, errors, onChange, onRemove }: ShareRowProps) {
  const whose = row.isOwn ? 'Your share' : row.name.trim() || `Friend ${friend}`
  const input = (field: 'name' | 'email' | 'amount') => ({
    name: `${at}.${field}`,
    value: row[field],
    error: errors[`${at}.${field}`],
    onChange: ({ target }: { target: HTMLInputElement }) => onChange({ [field]: target.value }),
  })
  const of = <span className="sr">, {whose}</span>
  return (
    <fieldset className="split-row">
      <legend className="sr">{whose}</legend>
      <div className="split-row__head">
        <b className="split-row__who" aria-hidden>
          {whose}
        </b>
        <Button variant="text" aria-label={row.isOwn ? 'Remove your share' : `Remove ${whose}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
      {row.isOwn ? (
        <p className="split-row__note">You pay it on this page{when && `,${when}`}.</p>
      ) : (
        <>
          <TextField {...input('name')} label={<>Name{of}</>} autoComplete="off" maxLength={50} required />
          <TextField
            {...input('email')}
            label={
              <>
                {optional('Email')}
                {of}
              </>
            }
            type="email"
            autoComplete="off"
          />
        </>
      )}
      <AmountField
        {...input('amount')}
        label={<>Amount{of}</>}
        {...(!row.amount.trim() && { help: asks === undefined ? EQUAL : `${EQUAL}: ${formatCents(asks)}` })}
      />
    </fieldset>
  )
}

function useRows({ shares }: Split, organizer: string, names: readonly string[], people: number) {
  const open = shares.filter(({ state }) => state === 'OPEN')
  const fixed = shares.filter(({ state }) => state !== 'OPEN')
  const isNew = (name: string) => !fixed.some((share) => share.name === name)
  const next = useRef(0)
  const empty = (isOwn: boolean, name = ''): Row => ({
    key: next.current++,
    isOwn,
    name: isOwn ? organizer : name,
    email: '',
    amount: '',
    paid: 0,
    emailed: '',
  })
  const [rows, setRows] = useState<Row[]>(() => {
    const isEqual = open.every(({ asks }) => Math.abs(asks - open[0]!.asks) < open.length)
    if (open.length > 0)
      return open.map(({ id, isOwn, name, email, asks, paid }) => ({
        ...empty(isOwn, name),
        id,
        name,
        email: email ?? '',
        emailed: email ?? '',
        amount: isEqual ? '' : centsToDecimal(asks),
        paid,
      }))
    const left = Math.max(fixed.length > 0 ? 1 : 2, people - fixed.length)
    const friends = names.filter(isNew)
    const own = fixed.some(({ isOwn }) => isOwn) ? [] : [empty(true)]
    const others = Array.from({ length: left - own.length }, (_, at) => empty(false, friends[at]))
    return [...own, ...others].slice(0, SHARES_AT_MOST - fixed.length)
  })
  return {
    rows,
    change: (key: number, typed: Partial<Row>) =>
      setRows((all) => all.map((row) => (row.key === key ? { ...row, ...typed } : row))),
    add: (isOwn: boolean) =>
      setRows((all) => {
        const row = empty(
          isOwn,
          names.find((name) => isNew(name) && !all.some((one) => one.name === name)),
        )
        return isOwn ? [row, ...all] : [...all, row]
      }),
    remove: (key: number) => setRows((all) => all.filter((row) => row.key !== key)),
  }
}

/** An amount that was typed; an equal part while it can't be read. */
function centsOf(text: string): Cents | null {
  const read = readAmount(text, Number.MAX_SAFE_INTEGER)
  return 'error' in read ? null : (read.amount ?? null)
}

/** What is sent, or the error of each field. */
function readRows(
  rows: readonly Row[],
  shown: { seen: number[]; owed: Cents },
): { asked?: SplitAsked; errors: Errors } {
  const errors: Errors = {}
  const shares = rows.map(({ id, isOwn, name, email, amount }, at) => {
    const read = readAmount(amount, shown.owed, 'That is more than is left to pay.')
    if ('error' in read) errors[`${at}.amount`] = read.error
    const cents = 'error' in read ? undefined : read.amount
    return {
      ...(id && { id }),
      isOwn,
      name,
      email: email.trim() || null,
      amount: cents === undefined ? null : cents / 100,
    }
  })
  const result = z.safeDecode(SplitAsked, { shares, seen: shown.seen, owed: shown.owed / 100 })
  for (const { path, message } of result.error?.issues ?? []) {
    const field = path.slice(1).join('.')
    errors[field] ??= message
  }
  return Object.keys(errors).length > 0 || !result.data ? { errors } : { asked: result.data, errors }
}
