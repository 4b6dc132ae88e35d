# What a class has that defines nothing of its own. Overriding methods speak for themselves.
class BasicObject
  label :!, :==, :!=, :equal?, :__id__, pure: true, raises: []
  label :initialize, modifies: {}, raises: []
end
