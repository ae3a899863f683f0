/** How a site is made known to the provider, for whoever does it the first time. */
export function SetupInstructions({ redirectUri }: { redirectUri: string | undefined }) {
  return (
    <section className="merchant__panel" aria-labelledby="merchant-setup">
      <div className="merchant__head">
        <h2 id="merchant-setup">Setup instructions</h2>
      </div>
      <p className="muted mb-3">Was it connected before? Then go straight to step 4.</p>
      <ol className="merchant__steps">
        <li>
          Create an app in the{' '}
          <a className="link" href="https://developer.intuit.com/app/developer/dashboard" rel="noreferrer">
            QuickBooks developer portal
          </a>
          . Its client ID and secret belong into this site's settings.
        </li>
        <li>
          Set the app's redirect URI to <code className="wrap-anywhere">{redirectUri}</code>
        </li>
        <li>
          Enable the payment scope, <code className="wrap-anywhere">com.intuit.quickbooks.payment</code>
        </li>
        <li>Click Connect.</li>
        <li>Log in to QuickBooks as your company's administrator, and authorise.</li>
      </ol>
    </section>
  )
}
