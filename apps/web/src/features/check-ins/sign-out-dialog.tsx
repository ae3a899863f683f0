import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useChanges } from './waiting-changes.ts'
import { countChanges } from './waiting-changes-notice.tsx'

/** Signing out deletes what waits, so it is asked about first. */
export function SignOutDialog({ onSignOut, onClose }: { onSignOut: () => void; onClose: () => void }) {
  const waiting = useChanges().length
  return (
    <ConfirmDialog title="Sign out anyway?" confirmLabel="Sign Out" isDanger onConfirm={onSignOut} onClose={onClose}>
      <p>
        {countChanges(waiting)} on this phone. If you sign out now, nobody will know of {waiting === 1 ? 'it' : 'them'}.
      </p>
    </ConfirmDialog>
  )
}
