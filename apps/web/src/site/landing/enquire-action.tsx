import { useDialogs } from '../../dialogs.ts'

/** Enquire, among words: opens the dialog, and without scripts leads to where we can be reached. */
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
    </>
  )
}
