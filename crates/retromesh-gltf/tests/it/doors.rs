//! The doors of the document, walked through.

#[test]
fn each_door_leads_where_its_name_says() {
    retromesh_testkit::walk_through_doors!(retromesh_gltf::Document, &retromesh_testkit::fixture("gltf/rigs.glb"));
}
