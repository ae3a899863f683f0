import { portal } from '@arcadia/contract/addresses'
import { requiredText } from '@arcadia/contract/text-fields'
import { listWaiverTexts, MAX_TEXT, publishWaiver, type WaiverText } from '@arcadia/contract/waivers'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { DraftNote } from '../../forms/draft-note.tsx'
import { FormError } from '../../forms/form-error.tsx'
import { useDraftForm } from '../../forms/use-draft-form.ts'
import { Box } from '../../ui/box.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { formatPortalMoment } from '../../ui/moment.ts'
import { toast } from '../../ui/toast.tsx'
import { WaiverWords } from './waiver-words.tsx'

const textsQuery = queryOf(listWaiverTexts, {})

/** Where the owner writes the waiver. */
export function WaiverTextPage() {
  const query = useQuery(textsQuery)
  return (
    <Box title="Waiver" className="max-w-[72rem]">
      <p className="muted small mb-4">
        Each angler and rider signs it before the trip, from a link in the confirmation email.
        {query.data && !query.data.texts[0]?.text && " Until you publish one, we don't ask anyone to sign."}
      </p>
      <Loaded query={query} height="h-60" isQuiet>
        {({ texts }) => (
          <>
            <WaiverEditor texts={texts} />
            {texts[0]?.text && (
              <p className="mt-3">
                Each booking has its own link to sign. It's in the emails, and in the booking's details to copy.{' '}
                <Link to={portal.bookings.href({ only: 'waiver_missing' })} className="link">
                  Bookings missing a waiver
                </Link>
              </p>
            )}
            {texts.length > 0 && <Versions texts={texts} />}
          </>
        )}
      </Loaded>
    </Box>
  )
}

const Typed = z.strictObject({ text: requiredText('The waiver', MAX_TEXT) })

function WaiverEditor({ texts }: { texts: readonly WaiverText[] }) {
  const client = useQueryClient()
  // So that a version published by another admin meanwhile isn't overwritten unseen.
  const [seen, setSeen] = useState(texts[0])
  const form = useDraftForm('waiver', Typed, { text: seen?.text ?? '' })
  /** The text to publish, or null to stop asking for one. */
  const [asked, setAsked] = useState<string | null>()
  const publish = useMutation({
    mutationFn: (text: string | null) => call(publishWaiver, { body: { text, after: seen?.version ?? null } }),
    onSuccess: (answer, text) => {
      client.setQueryData(textsQuery.queryKey, answer)
      setSeen(answer.texts[0])
      setAsked(undefined)
      if (text === null) form.set('text', '')
      form.forget()
      toast(text === null ? 'Waiver turned off' : 'The waiver is published')
    },
  })
  // Confirm only once the text is valid.
  const submit = form.submit(async ({ text }) => setAsked(text))
  /** What is published now may be newer than what was shown. */
  function discard() {
    const undo = form.empty()
    if (texts[0] !== seen) form.set('text', texts[0]?.text ?? '')
    setSeen(texts[0])
    return undo
  }
  function close() {
    setAsked(undefined)
    // While it is under way, a dialog opened again must still be busy.
    if (!publish.isPending) publish.reset()
  }
  return (
    <form className="grid gap-4" noValidate onSubmit={submit}>
      <TextArea
        {...form.field('text')}
        label="Waiver text"
        help="Have your lawyer or insurer write it. Start a heading with #, a list item with -, and put **two stars** around bold words. Once published, each version is kept, along with its signatures."
        rows={10}
        maxLength={MAX_TEXT}
      />
      <DraftNote isDraft={form.isDraft} onDiscard={discard} />
      <FormError>{form.error}</FormError>
      <div className="grid gap-3 min-[700.02px]:w-fit min-[700.02px]:auto-cols-fr min-[700.02px]:grid-flow-col">
        {seen?.text && <Button onClick={() => setAsked(null)}>Stop asking</Button>}
        <Button type="submit" variant={form.isDraft ? 'cta' : 'line'} busy={form.isBusy} busyLabel="Publishing...">
          {seen?.text ? 'Publish a new version' : 'Publish the waiver'}
        </Button>
      </div>
      {asked !== undefined && (
        <ConfirmDialog
          {...(asked === null
            ? { title: 'Stop asking for the waiver?', confirmLabel: 'Stop asking', isDanger: true }
            : { title: seen?.text ? 'Publish a new version?' : 'Publish the waiver?', confirmLabel: 'Publish' })}
          busy={publish.isPending}
          onConfirm={() => publish.mutate(asked)}
          onClose={close}
        >
          {asked === null ? (
            <p>Links already sent stop working, and reminders stop. Signed waivers are kept.</p>
          ) : (
            <>
              <p>
                {seen?.text
                  ? "No one has to sign again: signatures under earlier versions count. Anyone who hasn't signed yet signs this one."
                  : 'From now on, each angler and rider on an upcoming trip is asked to sign: in the confirmation, in the reminder, and the day before the trip.'}
              </p>
              <p className="muted">You can't edit a published waiver, only replace it.</p>
            </>
          )}
          <FormError>{publish.error}</FormError>
        </ConfirmDialog>
      )}
    </form>
  )
}

function Versions({ texts }: { texts: readonly WaiverText[] }) {
  return (
    <section className="mt-5" aria-labelledby="waiver-versions">
      <h3 id="waiver-versions" className="mb-2 font-[600] text-ui">
        Versions
      </h3>
      <ul className="panel-list">
        {texts.map(({ version, text, publishedAt }, index) => (
          <li key={version} className="block">
            {text === null ? (
              <p className="py-2">{formatPortalMoment(publishedAt)}: turned off</p>
            ) : (
              <details>
                <summary className="min-h-11 cursor-pointer py-2">
                  Version {version}, {formatPortalMoment(publishedAt)}
                  {index === 0 && <b>, in use</b>}
                </summary>
                <div className="pb-3">
                  <WaiverWords text={text} />
                </div>
              </details>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
