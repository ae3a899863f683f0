// A classic script that runs while the portal's bundle, fifty times its size, is still loading. It fetches the first
// screen's data and stores it the way `lastKnownOf` does, so the portal starts with it.
{
  const path = '/api/admin/dashboard/overview'
  const kept = `arcadia.admin.last.${JSON.stringify([path, {}])}`
  const token = localStorage.getItem('arcadia.admin.token')
  /** @type {{ id: number, position: string } | null} */
  const user = JSON.parse(localStorage.getItem('arcadia.admin.user') ?? 'null')

  const ask = async () => {
    const answer = await fetch(path, { headers: { authorization: `Bearer ${token}` } })
    const wire = await answer.json()
    // Store nothing if the person signed out meanwhile.
    if (answer.ok && localStorage.getItem('arcadia.admin.token') === token)
      localStorage.setItem(kept, JSON.stringify({ at: Date.now(), userId: user?.id, wire }))
  }
  // Guides have no overview. The portal reports errors itself when it asks again.
  if (token && user && user.position !== 'GUIDE' && !localStorage.getItem(kept)) ask().catch(() => {})
}
