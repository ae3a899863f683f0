import {
  type AdminEnquiry,
  COUNTRIES,
  EnquiryStatus,
  getEnquiry,
  listEnquiries,
  listEnquiriesByStatus,
  searchEnquiries,
  setEnquiryStatus,
} from '@arcadia/contract/enquiries'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { DraftNote } from '../../forms/draft-note.tsx'
import { useDraft } from '../../forms/use-draft.ts'
import { useOptimisticChange } from '../../list/use-optimistic-change.ts'
import { useAdminAuth } from '../../session/session.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { PhoneLink } from '../../ui/contact-links.tsx'
import { DialogBody, DialogFoot, Modal } from '../../ui/dialog.tsx'
import { SelectField, TextArea } from '../../ui/field.tsx'
import { mailLink } from '../../ui/mail-link.ts'
import { formatMoment } from '../../ui/moment.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { statusLabel } from '../../ui/tag.tsx'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'
import { ChangeHistory } from '../audit-log/change-history.tsx'

interface AdminEnquiryDialogProps {
  id: number
  /** When it is in the list; a link may lead to one that is not. */
  known: AdminEnquiry | undefined
  onClose: () => void
}

export function AdminEnquiryDialog({ id, known, onClose }: AdminEnquiryDialogProps) {
  const { user } = useAdminAuth()
  const { data, error, refetch } = useQuery(queryOf(getEnquiry, { params: { id } }))
  const enquiry = data ?? known
  return (
    <Modal
      title={enquiry ? enquiry.fullName : 'Enquiry'}
      onClose={onClose}
      // A tap outside must not close it while notes are typed.
      closesOutside={false}
      className="dlg--44"
    >
      {enquiry ? (
        <EnquiryForm enquiry={enquiry} adminId={user?.id} onDone={onClose} />
      ) : (
        <DialogBody>
          {error ? (
            <TryAgainBanner error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton className="h-60 w-full" />
          )}
        </DialogBody>
      )}
    </Modal>
  )
}

interface EnquiryFormProps {
  enquiry: AdminEnquiry
  adminId: number | undefined
  onDone: () => void
}

function EnquiryForm({ enquiry, adminId, onDone }: EnquiryFormProps) {
  const { id, status, adminNotes } = enquiry
  const stored = { status, adminNotes: adminNotes ?? '' }
  const { draft, change, forget, isChanged } = useDraft<typeof stored>(`enquiry.${adminId}.${id}`, stored)
  const save = useOptimisticChange<AdminEnquiry, typeof stored>({
    lists: [searchEnquiries, listEnquiriesByStatus, listEnquiries, getEnquiry],
    send: (row, changed) => call(setEnquiryStatus, { params: { id: row.id }, body: changed }),
    foresee: (row, changed) => ({ ...row, ...changed }),
    onDone() {
      forget()
      onDone()
    },
  })
  const isBusy = save.isBusy(id)
  return (
    <form
      className="dlg__form"
      onSubmit={(event) => {
        event.preventDefault()
        save.change(enquiry, draft)
      }}
    >
      <DialogBody className="two-sides">
        {save.error && (
          <Banner className="two-sides__whole" onDismiss={save.dismissError}>
            {save.error}
          </Banner>
        )}
        <div>
          <p className="whitespace-pre-line border-line-2 border-l-3 pl-4 wrap-anywhere">
            {enquiry.message ?? 'No message was left.'}
          </p>
          <EnquiryFacts enquiry={enquiry} />
        </div>
        <div className="grid content-start gap-4">
          <SelectField
            label="Status"
            value={draft.status}
            onChange={({ target }) => change({ status: EnquiryStatus.parse(target.value) })}
          >
            {EnquiryStatus.options.map((value) => (
              <option key={value} value={value}>
                {statusLabel(value)}
              </option>
            ))}
          </SelectField>
          <TextArea
            label="Admin notes"
            help="Only admins see them."
            rows={6}
            maxLength={4000}
            readOnly={isBusy}
            value={draft.adminNotes}
            onChange={({ target }) => change({ adminNotes: target.value })}
          />
          {isChanged() && <DraftNote onDiscard={() => forget()} />}
        </div>
        <ChangeHistory kind="enquiry" id={enquiry.id} />
      </DialogBody>
      <DialogFoot>
        <a href={mailLink(enquiry.email)} className="link min-h-11">
          Email {enquiry.firstName}
        </a>
        <Button type="submit" variant="cta" busy={isBusy} busyLabel="Updating…">
          Update Status
        </Button>
      </DialogFoot>
    </form>
  )
}

const countryNames = new Map<string, string>(COUNTRIES)

function EnquiryFacts({ enquiry }: { enquiry: AdminEnquiry }) {
  return (
    <SummaryList
      className="mt-5 text-ui"
      rows={[
        { label: 'Email', value: <span className="wrap-anywhere">{enquiry.email}</span> },
        { label: 'Phone', value: <PhoneLink phone={enquiry.phone} /> },
        { label: 'Country', value: countryNames.get(enquiry.country) ?? enquiry.country },
        { label: 'Received', value: formatMoment(enquiry.createdAt) },
        ...(enquiry.respondedAt ? [{ label: 'Responded', value: formatMoment(enquiry.respondedAt) }] : []),
      ]}
    />
  )
}
