import { type AdminBookingQuery, BookingQueryStatus } from '@arcadia/contract/booking-queries'
import { formatDate, formatVenueTime, venueDate } from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useAdminAuth } from '../../session.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogBody, DialogFoot, Modal } from '../../ui/dialog.tsx'
import { SelectField, TextArea } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { statusLabel } from '../../ui/tag.tsx'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'
import { ChangeHistory } from '../audit-log/change-history.tsx'
import { adminQueryQuery, useQueryStatus } from './admin-booking-queries.queries.ts'
import { askerOf } from './asker.ts'

interface AdminQuestionDialogProps {
  id: number
  /** When it is in the list; a link may lead to one that is not. */
  known: AdminBookingQuery | undefined
  onClose: () => void
}

export function AdminQuestionDialog({ id, known, onClose }: AdminQuestionDialogProps) {
  const { token } = useAdminAuth()
  const { data, error, refetch } = useQuery({ ...adminQueryQuery(token ?? '', id), enabled: !known && token !== null })
  const query = known ?? data
  return (
    <Modal
      title={query ? askerOf(query) : 'Question'}
      onClose={onClose}
      // The answer that is being typed would be lost.
      closesOutside={false}
      className="dlg--44"
    >
      {query ? (
        <AnswerForm query={query} token={token ?? ''} onDone={onClose} />
      ) : (
        <DialogBody>
          {error ? (
            <TryAgainBanner message={error.message} onRetry={() => void refetch()} />
          ) : (
            <Skeleton className="h-60 w-full" />
          )}
        </DialogBody>
      )}
    </Modal>
  )
}

function AnswerForm({ query, token, onDone }: { query: AdminBookingQuery; token: string; onDone: () => void }) {
  const [adminResponse, setAdminResponse] = useState(query.adminResponse ?? '')
  const [adminNotes, setAdminNotes] = useState(query.adminNotes ?? '')
  const [missing, setMissing] = useState<string>()
  const { change, error, dismissError, isBusy } = useQueryStatus(token, onDone)
  return (
    <form
      className="dlg__form"
      onSubmit={(event) => {
        event.preventDefault()
        if (adminResponse.trim()) change(query, { status: 'RESPONDED', adminResponse, adminNotes })
        else setMissing('Please write a response first.')
      }}
    >
      <DialogBody className="two-sides">
        {error && (
          <Banner className="two-sides__whole" onDismiss={dismissError}>
            {error}
          </Banner>
        )}
        <div>
          <p className="message">{query.queryMessage}</p>
          <QuestionFacts query={query} />
        </div>
        <div className="grid content-start gap-4">
          <TextArea
            label="Response"
            help="Mailed to the customer, and shown in the booking."
            error={missing}
            rows={6}
            maxLength={4000}
            value={adminResponse}
            onChange={({ target }) => {
              setAdminResponse(target.value)
              setMissing(undefined)
            }}
          />
          <TextArea
            label="Internal admin notes"
            help="Only admins see them."
            rows={3}
            maxLength={4000}
            value={adminNotes}
            onChange={({ target }) => setAdminNotes(target.value)}
          />
          <SelectField
            label="Status"
            help="Changes at once, without a mail."
            value={query.status}
            onChange={({ target }) => change(query, { status: BookingQueryStatus.parse(target.value), adminNotes })}
          >
            {BookingQueryStatus.options.map((value) => (
              <option key={value} value={value}>
                {statusLabel(value)}
              </option>
            ))}
          </SelectField>
        </div>
        <ChangeHistory kind="booking-query" id={query.id} />
      </DialogBody>
      <DialogFoot>
        <Link to={{ search: `?tab=bookings&id=${query.bookingId}` }} className="lk min-h-11">
          Open the booking
        </Link>
        <Button type="submit" variant="cta" busy={isBusy(query.id)} busyLabel="Sending…">
          Send Response
        </Button>
      </DialogFoot>
    </form>
  )
}

function QuestionFacts({ query }: { query: AdminBookingQuery }) {
  const inWords = (instant: Date) => `${formatDate(venueDate(instant))}, ${formatVenueTime(instant)}`
  return (
    <SummaryList
      className="mt-5 text-ui"
      rows={[
        { label: 'Trip', value: formatDate(query.bookingDate) },
        { label: 'Anglers', value: query.bookingGuests },
        { label: 'Confirmation', value: query.confirmationNumber },
        { label: 'Email', value: <span className="wrap-anywhere">{query.userEmail}</span> },
        { label: 'Asked', value: inWords(query.createdAt) },
        ...(query.respondedAt ? [{ label: 'Responded', value: inWords(query.respondedAt) }] : []),
      ]}
    />
  )
}
