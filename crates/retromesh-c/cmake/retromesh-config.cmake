# find_package(retromesh) finds the library next to this file: lib/cmake/retromesh/retromesh-config.cmake.
get_filename_component(_retromesh_lib "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
get_filename_component(_retromesh_prefix "${_retromesh_lib}/.." ABSOLUTE)
if(NOT TARGET retromesh::retromesh)
    find_library(_retromesh_library NAMES retromesh PATHS "${_retromesh_lib}" NO_DEFAULT_PATH REQUIRED)
    add_library(retromesh::retromesh UNKNOWN IMPORTED)
    set_target_properties(retromesh::retromesh PROPERTIES
        IMPORTED_LOCATION "${_retromesh_library}"
        INTERFACE_INCLUDE_DIRECTORIES "${_retromesh_prefix}/include")
endif()
