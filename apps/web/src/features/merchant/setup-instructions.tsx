import { Box } from '../../ui/box.tsx'

/** First-time setup with the provider. */
export function SetupInstructions({ redirectUri }: { redirectUri: string | undefined }) {
  return (
    <Box title="Setup instructions" className="min-[1100.02px]:row-span-2">
      <p className="muted mb-3">Connected before? Skip to step 4.</p>
      <ol className="grid list-decimal gap-[0.6rem] pl-5 text-ui leading-[1.45]">
        <li>
          Create an app in the{' '}
          <a className="link" href="https://developer.intuit.com/app/developer/dashboard" rel="noreferrer">
            QuickBooks developer portal
          </a>
          . Give its client ID and secret to whoever installed the site.
        </li>
        <li>
          Set the app's redirect URI to <code className="wrap-anywhere">{redirectUri}</code>
        </li>
        <li>
          Enable the payment scope, <code className="wrap-anywhere">com.intuit.quickbooks.payment</code>
        </li>
        <li>Click Connect.</li>
        <li>Log in to QuickBooks as your company's administrator and authorize the app.</li>
      </ol>
    </Box>
  )
}
