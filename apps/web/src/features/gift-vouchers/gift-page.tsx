import { addresses } from '@arcadia/contract/addresses'
import { spelled, VoucherCode } from '@arcadia/contract/gift-vouchers'
import { reachUs } from '@arcadia/contract/site/contact-words'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { ApiError } from '../../api/call.ts'
import { FormView } from '../../forms/form-view.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { useSiteData } from '../../prerender/site-data.ts'
import { readToken, useLinkId } from '../../session/use-emailed-link.ts'
import { DialogBody } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { withPhoneLinks } from '../../ui/phone-links.tsx'
import { PlatePage } from '../../ui/plate-page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'
import { FreshLink } from '../fresh-links/fresh-link.tsx'
import { CODE_INPUT } from './code-input.ts'
import { giftQuery } from './gift.queries.ts'
import { ReceivedGift } from './received-gift.tsx'

const TITLE = 'Your gift'

/** A gift by the link of its email, its QR code, or the code that is typed here (docs/rules.md §13.17). */
export function GiftPage() {
  // Stays in the address: a phone may reload the page, and the link is worth keeping.
  const code = readToken(useLocation().hash)
  const id = useLinkId(addresses.gift)
  if (code) return <Opened key={code} code={code} />
  return <PlatePage title={TITLE}>{id ? <FreshLink id={id} /> : <TypeCode />}</PlatePage>
}

function Opened({ code }: { code: string }) {
  const isCode = z.safeDecode(VoucherCode, code).success
  const { data, error, refetch } = useQuery({
    ...giftQuery(code),
    enabled: isCode,
    gcTime: 0,
  })
  if (data) return <ReceivedGift gift={data} />
  if (!isCode || (error instanceof ApiError && error.code === 'voucher-not-found'))
    return (
      <PlatePage title={TITLE}>
        <TypeCode wrong={code} />
      </PlatePage>
    )
  return (
    <PlatePage title={TITLE}>
      <DialogBody>
        {error ? <TryAgainBanner error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-80 w-full" />}
      </DialogBody>
    </PlatePage>
  )
}

const Typed = z.object({ code: VoucherCode })
const NOT_FOUND = "We can't find a gift with that code. Please check it."

function TypeCode({ wrong }: { wrong?: string }) {
  const navigate = useNavigate()
  const { business } = useSiteData()
  const form = useContractForm(Typed, { code: wrong ?? '' })
  const code = form.field('code')
  const submit = form.submit(async ({ code }) => navigate(addresses.gift.scanned.href({ code: spelled(code) })))
  return (
    <FormView form={form} onSubmit={submit} submit="Open your gift" busyLabel="Opening...">
      <TextField
        {...code}
        error={code.error ?? (form.watch('code') === wrong ? NOT_FOUND : undefined)}
        autoFocus={wrong !== undefined}
        label="Gift code"
        {...CODE_INPUT}
        help={
          <>
            It's on your poster and in your email.{' '}
            <span className="block">{withPhoneLinks(reachUs('Lost it?', business) || '')}</span>
          </>
        }
      />
    </FormView>
  )
}
