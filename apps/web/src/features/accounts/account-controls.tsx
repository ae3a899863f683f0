import { logoutEverywhere } from '@arcadia/contract/accounts'
import { downloadMyData } from '@arcadia/contract/my-data'
import { useMutation } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { download } from '../../api/download.ts'
import { FormError } from '../../forms/form-error.tsx'
import { useSession } from '../../session/session.tsx'
import { BUSY } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'

/** Actions on the whole account. */
export function AccountControls({ onClose }: { onClose: () => void }) {
  const { signOut } = useSession()
  const takeAway = useMutation({
    mutationFn: () => call(downloadMyData, {}, { fallback: 'Failed to download your data' }),
    onSuccess: (data) =>
      download(JSON.stringify(z.encode(downloadMyData.response, data), null, 2), {
        name: 'my-data.json',
        type: 'application/json',
      }),
  })
  const leaveEverywhere = useMutation({
    mutationFn: () => call(logoutEverywhere, {}, { fallback: 'Failed to sign out everywhere' }),
    onSuccess: () => {
      signOut()
      toast("You're signed out on every device.")
    },
  })
  const isBusy = takeAway.isPending || leaveEverywhere.isPending
  return (
    <section aria-labelledby="your-account" className="border-t border-line pt-4">
      <h3 id="your-account" className="font-strong">
        Your account and your data
      </h3>
      <div className="mt-1 flex flex-wrap gap-x-6 text-ui max-[480px]:flex-col max-[480px]:items-start">
        <button type="button" className="link min-h-11" onClick={() => takeAway.mutate()} {...(isBusy && BUSY)}>
          {takeAway.isPending ? 'Getting your data...' : 'Download my data'}
        </button>
        <button type="button" className="link min-h-11" onClick={() => leaveEverywhere.mutate()} {...(isBusy && BUSY)}>
          {leaveEverywhere.isPending ? 'Signing out...' : 'Sign out everywhere'}
        </button>
        <button type="button" className="link min-h-11" onClick={onClose} {...(isBusy && BUSY)}>
          Close my account
        </button>
      </div>
      <FormError>{(takeAway.error ?? leaveEverywhere.error)?.message}</FormError>
    </section>
  )
}
