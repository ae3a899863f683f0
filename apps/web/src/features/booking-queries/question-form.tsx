import { CircleCheck } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { useAsk } from './booking-queries.queries.ts'

const LIMIT = 4000

export function QuestionForm({ bookingId }: { bookingId: number }) {
  const ask = useAsk(bookingId)
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (ask.isPending) return
    const question = text.trim()
    setError(question ? undefined : 'Please write your question first.')
    if (!question) return field.current?.focus()
    ask.mutate(question, { onSuccess: () => setText('') })
  }

  return (
    <form className="grid gap-3" noValidate onSubmit={submit}>
      {ask.error && <Banner onDismiss={ask.reset}>{ask.error.message}</Banner>}
      <TextArea
        ref={field}
        label="Ask Admin a Question"
        placeholder="About this booking"
        rows={3}
        maxLength={LIMIT}
        value={text}
        error={error}
        onChange={({ target }) => {
          setText(target.value)
          setError(undefined)
          if (ask.isSuccess) ask.reset()
        }}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" variant="ink" busy={ask.isPending} busyLabel="Sending...">
          Send question
        </Button>
        <p role="status" className="text-ui text-ok">
          {ask.isSuccess && (
            <span className="flex items-center gap-2">
              <CircleCheck className="icon" aria-hidden />
              Your query has been submitted successfully!
            </span>
          )}
        </p>
      </div>
    </form>
  )
}
