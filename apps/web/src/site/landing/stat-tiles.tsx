export function StatTiles() {
  return (
    <ul className="stats">
      <li>
        <b>
          250<small>+</small>
        </b>
        <span>Pound Fish</span>
      </li>
      <li>
        <b>
          100<small>%</small>
        </b>
        <span>Success Rate</span>
      </li>
      <li>
        <b aria-hidden="true">
          5<small>★</small>
        </b>
        <span>5-star Rating</span>
      </li>
    </ul>
  )
}
