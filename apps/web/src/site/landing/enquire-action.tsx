import { useDialogs } from '../../dialogs.ts'
import { PhoneLink } from '../business-links.tsx'

/** An inline Enquire: opens the dialog, or without scripts leads to our contact details; on paper our phone number. */
export function EnquireAction() {
  const { openEnquiry } = useDialogs()
  return (
    <>
      <button type="button" className="inline-action" onClick={openEnquiry}>
        Enquire
      </button>
      <noscript>
        <a href="#contact" className="inline-action">
          Enquire
        </a>
      </noscript>
      <span className="on-paper">
        <PhoneLink />
      </span>
    </>
  )
}
