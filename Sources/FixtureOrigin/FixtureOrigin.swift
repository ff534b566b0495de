// FixtureOrigin
