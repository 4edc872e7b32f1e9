export default function HomePage() {
  return (
    <main>
      <h1 tabIndex={-1}>Moonshot</h1>
    </main>
  );
}
