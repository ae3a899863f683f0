// A classic script, which runs while the portal's own, fifty times as much, is still on a slow line. What the first screen
// says is asked for meanwhile and kept as `lastKnownOf` keeps it, so that the portal begins with it.
{
  const path = '/api/admin/dashboard/overview'
  const kept = `arcadia.admin.last.${JSON.stringify([path, {}])}`
  const token = localStorage.getItem('arcadia.admin.token')
  /** @type {{ id: number, position: string } | null} */
  const user = JSON.parse(localStorage.getItem('arcadia.admin.user') ?? 'null')

  const ask = async () => {
    const answer = await fetch(path, { headers: { authorization: `Bearer ${token}` } })
    const wire = await answer.json()
    // Whoever signed out meanwhile leaves nothing behind.
    if (answer.ok && localStorage.getItem('arcadia.admin.token') === token)
      localStorage.setItem(kept, JSON.stringify({ at: Date.now(), userId: user?.id, wire }))
  }
  // A guide has none. What went wrong the portal says, when it asks itself.
  if (token && user && user.position !== 'GUIDE' && !localStorage.getItem(kept)) ask().catch(() => {})
}
