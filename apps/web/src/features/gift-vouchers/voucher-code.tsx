import { CopyButton } from '../../ui/copy-button.tsx'

/** A voucher's code, to read out or copy. */
export function VoucherCode({ code }: { code: string }) {
  return (
    <div>
      <p className="text-ink-2 text-ui">Gift code</p>
      <div className="flex flex-wrap items-center gap-x-2">
        <p className="num font-display text-[2rem]/none tracking-[0.02em]" translate="no">
          {code}
        </p>
        <CopyButton text={code} label="Copy the code" />
      </div>
    </div>
  )
}
