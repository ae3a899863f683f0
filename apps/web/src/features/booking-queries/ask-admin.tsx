import { QuestionForm } from './question-form.tsx'
import { QuestionList } from './question-list.tsx'

/** A booking's questions: the form for a new one, and those that were asked. */
export function AskAdmin({ bookingId }: { bookingId: number }) {
  return (
    <div className="grid gap-5">
      <QuestionForm bookingId={bookingId} />
      <QuestionList bookingId={bookingId} />
    </div>
  )
}
