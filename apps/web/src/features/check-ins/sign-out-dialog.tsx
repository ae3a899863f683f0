import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useChanges } from './waiting-changes.ts'
import { countChanges } from './waiting-changes-notice.tsx'

/** Signing out deletes unsent changes, so it asks first. */
export function SignOutDialog({ onSignOut, onClose }: { onSignOut: () => void; onClose: () => void }) {
  const waiting = useChanges().length
  return (
    <ConfirmDialog title="Sign out anyway?" confirmLabel="Sign Out" isDanger onConfirm={onSignOut} onClose={onClose}>
      <p>
        You have {countChanges(waiting)} on this phone. If you sign out now, {waiting === 1 ? "it's" : "they're"} lost.
      </p>
    </ConfirmDialog>
  )
}
