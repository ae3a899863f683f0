import type { TipLink } from '@arcadia/contract/tips'
import { QrCode } from '../../ui/qr-code.tsx'
import { tipTitle } from './tip-guide.tsx'

/** What the guide shows at the ramp: a guest scans it and tips by card. */
export function TipCode({ tip: { guide, url } }: { tip: TipLink }) {
  return (
    <details className="mt-3 print:hidden">
      <summary>Tip by card</summary>
      <p className="my-2 max-w-[26rem]">Show this to your guests. It opens “{tipTitle(guide)}” on their phone.</p>
      <QrCode text={url} label="QR code to tip by card" className="w-64" />
    </details>
  )
}
