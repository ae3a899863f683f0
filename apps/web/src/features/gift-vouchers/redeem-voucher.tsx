import {
  errors,
  redeemOnBooking,
  redeemOnHold,
  redeemOnLink,
  takeOffHold,
  VoucherCode,
} from '@arcadia/contract/gift-vouchers'
import type { CurrentHold } from '@arcadia/contract/holds'
import { formatCents } from '@arcadia/contract/money'
import { useMutation } from '@tanstack/react-query'
import { Gift } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { ApiError, call, wordsOf } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { giftInHand } from './gift-in-hand.ts'
import { type VoucherFieldProps, VoucherRefused } from './voucher-field.tsx'

/** Takes a gift voucher code, for the deposit of a new booking or to pay an existing one. */
export function RedeemVoucher(props: VoucherFieldProps) {
  if ('booking' in props) {
    const params = { id: props.booking.id }
    return <PayWithVoucher help={PAYS_ALL} pay={(code) => call(redeemOnBooking, { params, body: { code } })} />
  }
  if ('link' in props) {
    const { token, owed, isDeposit, accept, onPaid } = props.link
    return (
      <PayWithVoucher
        help={isDeposit ? "It has to cover the whole deposit. What's left stays on the voucher." : PAYS_ALL}
        pay={async (code) => {
          const terms = accept()
          return terms && call(redeemOnLink, { body: { token, code, owed, ...terms } })
        }}
        onPaid={onPaid}
      />
    )
  }
  return <VoucherForDeposit {...props} />
}

const PAYS_ALL = 'Pays everything due, or whatever is left on it.'

type ForDeposit = Extract<VoucherFieldProps, { voucher: unknown }>

function VoucherForDeposit({ voucher, error, onChange }: ForDeposit) {
  const typed = voucher?.typed ?? ''
  const change = (text: string) => onChange({ typed: text, applyTo: (hold) => redeem(text, hold) })
  const fillIn = useEffectEvent(() => {
    const gift = giftInHand()
    if (!voucher && gift) change(gift)
  })
  useEffect(() => fillIn(), [])
  return (
    <AskedFor isTyped={typed !== '' || giftInHand() !== ''}>
      <CodeField
        value={typed}
        error={error}
        help="It comes off the deposit in the next step. What's left stays on the voucher."
        onChange={change}
      />
    </AskedFor>
  )
}

async function redeem(text: string, { holdId }: CurrentHold): Promise<number> {
  const params = { id: holdId }
  if (!text.trim()) {
    await call(takeOffHold, { params })
    return 0
  }
  try {
    return (await call(redeemOnHold, { params, body: { code: readCode(text) } })).covered
  } catch (error) {
    const isAboutCode = error instanceof ApiError && (error.code in errors || error.code === 'invalid-input')
    throw isAboutCode ? new VoucherRefused(error.message) : error
  }
}

interface PayWithVoucherProps {
  help: string
  /** Undefined if something else must be answered first. */
  pay: (code: string) => Promise<{ paid: number; left: number } | undefined>
  onPaid?: (cents: number) => void
}

function PayWithVoucher({ help, pay: send, onPaid }: PayWithVoucherProps) {
  const [typed, setTyped] = useState('')
  const pay = useMutation({
    mutationFn: async () => send(readCode(typed)),
    onSuccess: (answer) => {
      if (!answer) return
      setTyped('')
      toast(`${formatCents(answer.paid)} paid by gift voucher. ${formatCents(answer.left)} is left on it.`)
      onPaid?.(answer.paid)
    },
  })
  function payOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    // Don't submit the form around it.
    event.preventDefault()
    if (!pay.isPending) pay.mutate()
  }
  return (
    <AskedFor isTyped={typed !== ''}>
      <div className="grid gap-3">
        <CodeField
          value={typed}
          error={pay.error ? wordsOf(pay.error) : undefined}
          help={help}
          onChange={(text) => {
            pay.reset()
            setTyped(text)
          }}
          onKeyDown={payOnEnter}
        />
        <Button className="justify-self-start" busy={pay.isPending} busyLabel="Paying..." onClick={() => pay.mutate()}>
          Pay with the voucher
        </Button>
      </div>
    </AskedFor>
  )
}

/** A link until someone opens it. */
function AskedFor({ isTyped, children }: { isTyped: boolean; children: ReactNode }) {
  const [isOpen, setOpen] = useState(isTyped)
  if (isOpen) return children
  return (
    <button type="button" className="link justify-self-start" onClick={() => setOpen(true)}>
      <Gift className="icon" aria-hidden />
      Use a gift voucher
    </button>
  )
}

interface CodeFieldProps {
  value: string
  help: string
  error?: string | undefined
  onChange: (text: string) => void
  onKeyDown?: (event: KeyboardEvent) => void
}

function CodeField({ onChange, ...field }: CodeFieldProps) {
  const { error } = field
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // Focus it when it opens, because the button that opened it is gone, and when its code was wrong.
    if (error || input.current?.value === '') input.current?.focus()
  }, [error])
  return (
    <TextField
      {...field}
      name="voucherCode"
      label="Gift voucher code"
      className="num"
      placeholder="WXYZ-2345-ABCD-6789"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={40}
      ref={input}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

/** @throws ApiError if the text isn't a code, worded like the server's errors */
function readCode(text: string): string {
  const read = z.safeDecode(VoucherCode, text)
  if (read.success) return read.data
  throw new ApiError(read.error.issues[0]!.message, { status: 400, code: 'invalid-input' })
}
