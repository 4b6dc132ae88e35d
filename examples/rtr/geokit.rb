# Points, bounds and polygons on a map, after the RTR paper's table 1: objects in fields, pure functions of objects,
# a loop over an array of objects.
require 'loupe'

module Geokit
  class LatLng
    extend RDL::Annotate

    attr_reader_type :lat, 'Integer', :lng, 'Integer'

    type :midpoint_to, '(Geokit::LatLng other) -> Integer', :pure

    def initialize(lat, lng)
      @lat = lat
      @lng = lng
    end
  end

  class Bounds
    extend RDL::Annotate

    attr_reader_type :sw, 'Geokit::LatLng', :ne, 'Geokit::LatLng'

    def initialize(sw, ne)
      @sw = sw
      @ne = ne
    end

    type '() -> Integer m { m == @sw.midpoint_to(@ne) }'
    def center = @sw.midpoint_to(@ne)

    type '() -> %bool b { b == (@sw.lng > @ne.lng) }'
    def crosses_meridian? = @sw.lng > @ne.lng

    type '(Geokit::Bounds other) -> %bool b { if b then other.is_a?(Bounds) && sw == other.sw && ne == other.ne end }'
    def ==(other)
      return false unless other.is_a?(Bounds)

      sw == other.sw && ne == other.ne
    end
  end

  class GeoLoc
    extend RDL::Annotate

    attr_reader_type :state, 'Integer', :success, '%bool'

    type '() -> Integer p { p == state }'
    def province = state

    type '() -> %bool b { b == success }'
    def success? = success == true
  end

  class Polygon
    extend RDL::Annotate

    var_type :@points, 'Array<Geokit::LatLng>'

    # Ray casting: how often does a line from the point to the east cross an edge?
    type '(Geokit::LatLng point) -> %bool b { if @points.size <= 1 then b == false end }'
    def contains?(point)
      last_point = @points[-1]
      odd_nodes = false
      x = point.lng
      y = point.lat
      @points.each do |p|
        yi = p.lat
        xi = p.lng
        yj = last_point.lat
        xj = last_point.lng
        if yi < y && yj >= y || yj < y && yi >= y
          odd_nodes = !odd_nodes if xi + (y - yi) / (yj - yi) * (xj - xi) < x
        end
        last_point = p
      end
      odd_nodes
    end
  end
end
