import type { BookingData } from '@arcadia/contract/booking-data'
import {
  coveredBy,
  errors,
  redeemOnBooking,
  redeemOnHold,
  redeemOnLink,
  takeOffHold,
  VoucherCode,
  whyNot,
} from '@arcadia/contract/gift-vouchers'
import type { Gift } from '@arcadia/contract/gifts'
import type { CurrentHold } from '@arcadia/contract/holds'
import { type Cents, formatCents } from '@arcadia/contract/money'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Gift as GiftIcon } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { ApiError, call } from '../../api/call.ts'
import { useSiteData } from '../../prerender/site-data.ts'
import { TextField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { CODE_INPUT } from './code-input.ts'
import { giftQuery } from './gift.queries.ts'
import { forgetGift, giftInHand } from './gift-in-hand.ts'
import { type VoucherFieldProps, type VoucherInHand, VoucherRefused } from './voucher-field.tsx'

/** Takes a gift voucher code, for a new booking or to pay for one that exists. */
export function RedeemVoucher(props: VoucherFieldProps) {
  if ('booking' in props) {
    const params = { id: props.booking.id }
    const pay = (code: string) => call(redeemOnBooking, { params, body: { code } })
    return <PayWithVoucher help={PAYS_ALL} pay={pay} onInHand={props.onInHand} />
  }
  if ('link' in props) {
    const { token, owed, isDeposit, accept, onPaid } = props.link
    return (
      <PayWithVoucher
        help={isDeposit ? `It has to cover the deposit. ${PAYS_ALL}` : PAYS_ALL}
        onInHand={props.onInHand}
        pay={async (code) => {
          const terms = accept()
          return terms && call(redeemOnLink, { body: { token, code, owed, ...terms } })
        }}
        onPaid={onPaid}
      />
    )
  }
  return <VoucherForBooking {...props} />
}

const PAYS_ALL = 'Covers your balance, or as much as the gift has left.'

type ForBooking = Extract<VoucherFieldProps, { voucher: unknown }>

function VoucherForBooking({ voucher, holds, error, effect, onChange }: ForBooking) {
  const { business } = useSiteData()
  const filledIn = giftInHand().code ?? holds?.find((hold) => hold?.giftCode)?.giftCode ?? ''
  const typed = voucher?.typed ?? filledIn
  const change = (text: string, gift?: Gift) =>
    onChange({
      typed: text,
      ...(gift && { covers: (trip, total) => coveredBy(asMoney(gift), trip, total) }),
      ...(gift && !gift.setAside && { left: gift.left }),
    })
  const fillIn = useEffectEvent(() => {
    if (!voucher && filledIn) change(filledIn)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a hold may be found later
  useEffect(() => fillIn(), [filledIn])
  const code = z.safeDecode(VoucherCode, typed)
  const ends = endsOf(holds ?? [])
  const { queryKey, ...asked } = giftQuery(code.data ?? '')
  const { data: found, error: failure } = useQuery({
    ...asked,
    // Asked once it is known what is held, and again where that changes.
    queryKey: [...queryKey, ...ends],
    gcTime: 0,
    enabled: code.success && holds !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const gift = found && forOwnHold(found, ends)
  const known = wrongWith(gift, failure, business)
  const lookUp = useEffectEvent(() => {
    if (known) change(typed)
    else if (gift) change(typed, gift)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => lookUp(), [found, known, typed])
  const [isLeft, setLeft] = useState(false)
  const misspelled = typed && (error || isLeft) ? code.error?.issues[0]?.message : undefined
  const told = known ?? misspelled
  const wrong = told ? `${told} ${OR_CARD}` : error
  return (
    <AskedFor isTyped={typed !== ''}>
      <CodeField
        value={typed}
        error={wrong}
        isRefused={error !== undefined}
        onBlur={() => setLeft(true)}
        help={
          <span aria-live="polite">
            {!wrong &&
              (effect ? (
                <b className="text-ok">{effect}</b>
              ) : (
                "We'll take it off your total. Anything left over stays on the gift."
              ))}
          </span>
        }
        onChange={(text) => {
          // What was filled in is taken out.
          forgetGift()
          setLeft(false)
          change(text)
        }}
      />
    </AskedFor>
  )
}

/** Tells one hold from another. */
const endsOf = (holds: NonNullable<ForBooking['holds']>) => [
  ...new Set(holds.flatMap((hold) => hold?.expiresAt.getTime() ?? [])),
]

/** What a hold of this customer's own has set aside counts as left: Continue puts another in its place. */
function forOwnHold(gift: Gift, ends: number[]): Gift {
  const { setAside, left } = gift
  const isOwn = setAside?.until && ends.includes(setAside.until.getTime())
  return isOwn ? { ...gift, status: 'GOOD', left: left + setAside.amount, setAside: null } : gift
}

const OR_CARD = 'Leave this empty to pay by card.'

/** What is known to be wrong with a code before it is used. */
function wrongWith(
  gift: Gift | undefined,
  failure: Error | null,
  business: Parameters<typeof whyNot>[1],
): string | undefined {
  if (gift) return gift.status === 'GOOD' ? undefined : whyNot({ ...gift, status: gift.status }, business)
  return failure instanceof ApiError && failure.code === 'voucher-not-found' ? failure.message : undefined
}

/** A trip that was used before is what is left of it. */
const asMoney = (gift: Gift) => ({ ...gift, trip: gift.left === gift.worth ? gift.trip : null })

/** Sets its money aside for the hold and returns how much of the total it covers. */
export async function redeem(
  text: string,
  { holdId }: CurrentHold,
  { packageType, riders }: Pick<BookingData, 'packageType' | 'riders'>,
): Promise<Cents> {
  const params = { id: holdId }
  if (!text.trim()) {
    await call(takeOffHold, { params })
    return 0
  }
  try {
    return (await call(redeemOnHold, { params, body: { code: readCode(text), packageType, riders } })).covered
  } catch (error) {
    if (!(error instanceof ApiError) || !(error.code in errors || error.code === 'invalid-input')) throw error
    throw new VoucherRefused(`${error.message} ${OR_CARD}`)
  }
}

interface PayWithVoucherProps {
  help: string
  onInHand: (voucher: VoucherInHand | null) => void
  /** Undefined if something else must be answered first. */
  pay: (code: string) => Promise<{ paid: number; left: number } | undefined>
  onPaid?: (cents: number) => void
}

function PayWithVoucher({ help, pay: send, onInHand, onPaid }: PayWithVoucherProps) {
  const [typed, setTyped] = useState('')
  const pay = useMutation({
    mutationFn: async () => send(readCode(typed)),
    onSuccess: (answer) => {
      if (!answer) return
      setTyped('')
      toast(
        `${formatCents(answer.paid)} paid by gift. ${answer.left > 0 ? `${formatCents(answer.left)} is left on it.` : 'Your gift is used up.'}`,
      )
      onPaid?.(answer.paid)
    },
  })
  const { isPending: isPaying } = pay
  const isInHand = typed.trim() !== ''
  const tell = useEffectEvent(() =>
    onInHand(isInHand ? { isPaying, pay: () => void (isPaying || pay.mutate()) } : null),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the button does and shows
  useEffect(() => tell(), [typed, isPaying])
  return (
    <AskedFor isTyped={typed !== ''}>
      <CodeField
        value={typed}
        error={pay.error?.message}
        isRefused={pay.isError}
        help={help}
        onChange={(text) => {
          pay.reset()
          setTyped(text)
        }}
      />
    </AskedFor>
  )
}

/** A link until someone opens it. */
function AskedFor({ isTyped, children }: { isTyped: boolean; children: ReactNode }) {
  const [isOpen, setOpen] = useState(isTyped)
  if (isTyped && !isOpen) setOpen(true)
  if (isOpen) return children
  return (
    <button type="button" className="link justify-self-start" onClick={() => setOpen(true)}>
      <GiftIcon className="icon" aria-hidden />
      Use a gift code
    </button>
  )
}

interface CodeFieldProps {
  value: string
  help: ReactNode
  error?: string | undefined
  /** By the button that would have used it. */
  isRefused: boolean
  onBlur?: () => void
  onChange: (text: string) => void
}

function CodeField({ onChange, isRefused, ...field }: CodeFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // Focus it when it opens, because the button that opened it is gone, and when its code was refused.
    if (isRefused || input.current?.value === '') input.current?.focus()
  }, [isRefused])
  return (
    <TextField
      {...field}
      name="voucherCode"
      label="Gift code"
      {...CODE_INPUT}
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
