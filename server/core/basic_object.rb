# The methods of a class that defines none itself. Overriding methods have their own types.
class BasicObject
  label :!, :==, :!=, :equal?, :__id__, pure: true, raises: []
  label :initialize, modifies: {}, raises: []
end
