import { Suspense, useSyncExternalStore } from 'react'
import { questions } from '../api/ask-again.ts'
import { lazyFeature } from '../lazy-feature.tsx'
import { useAdminAuth } from '../session/session.tsx'

const ConfirmItIsYouDialog = lazyFeature(
  async () => (await import('../features/accounts/confirm-it-is-you-dialog.tsx')).ConfirmItIsYouDialog,
  'over-page',
)

/** Opens the question who it is when a call gets it. */
export function AskAgain() {
  const { user } = useAdminAuth()
  const question = useSyncExternalStore(questions.subscribe, questions.get)
  return (
    <Suspense>
      {question && user && (
        <ConfirmItIsYouDialog user={user} onConfirmed={() => question.end(true)} onClose={() => question.end(false)} />
      )}
    </Suspense>
  )
}
